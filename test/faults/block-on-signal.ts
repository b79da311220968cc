// node --import ./block-on-signal.ts: a process whose event loop each SIGUSR2 blocks for BLOCKS_MS.

process.on('SIGUSR2', () => {
  const goesOnAt = performance.now() + Number(process.env.BLOCKS_MS);
  while (performance.now() < goesOnAt);
});
