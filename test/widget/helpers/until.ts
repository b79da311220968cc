const patienceMs = 20_000;

/** Waits for something to come true, frame by frame. */
export async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`Never came true: ${isTrue}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
