/** Loaded into a console of a test: fills its heap once it is sent SIGUSR2. */
process.on('SIGUSR2', () => {
  const held: object[] = []
  for (;;) held.push(Array.from({ length: 100_000 }, Object))
})
