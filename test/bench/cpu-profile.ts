/** A sampled profile of another process, taken through its inspector. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Profiler {
  start(): Promise<void>;
  stop(): Promise<CpuProfile>;
  close(): void;
}

/** Connects to a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function connectProfiler(port: number): Promise<Profiler> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let calls = 0;
  const call = (method: string): Promise<unknown> => {
    calls += 1;
    const id = calls;
    return new Promise((resolve) => {
      socket.addEventListener('message', function hear({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  };
  await call('Profiler.enable');
  return {
    start: async () => void (await call('Profiler.start')),
    stop: async () => ((await call('Profiler.stop')) as { profile: CpuProfile }).profile,
    close: () => socket.close(),
  };
}
