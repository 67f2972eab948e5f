import { testsIn } from './support/inEngine.ts'

testsIn('Firefox')
