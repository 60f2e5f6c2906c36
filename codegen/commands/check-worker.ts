/** A thread that checks one machine or composition. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkComposition } from './check-composition.js'
import { checkMachine } from './check-machine.js'
import type { Task } from './check-task.js'

const task = workerData as Task
parentPort?.postMessage(await (task.of === 'machine' ? checkMachine(task) : checkComposition(task)))
