import { testsIn } from './support/inEngine.ts'

testsIn('Chromium 103')
