/** A thread that checks one machine. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkMachine, type Task } from './check-machine.js'

parentPort?.postMessage(await checkMachine(workerData as Task))
