import { testsIn } from './support/inEngine.ts'

testsIn('WebKit')
