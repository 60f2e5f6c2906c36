import { afterAll, afterEach } from 'vitest'
import { closeAll } from './closing.js'

afterEach(() => closeAll('test'))
afterAll(() => closeAll('file'))
