import { testsIn } from './support/inEngine.ts'

testsIn('Older Firefox')
