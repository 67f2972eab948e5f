import fc from 'fast-check'

/** Properties are tried with what `TEST_SEED` draws, where it is set: the seed a failure names. */
const seed = Number(process.env.TEST_SEED)
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
