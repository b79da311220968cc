/** A sampled profile of another process, taken through its inspector. */
export interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

export interface ProfileNode {
  id: number;
  callFrame: Frame;
  children?: number[];
}

export interface Frame {
  functionName: string;
  url: string;
}

export interface Profiler {
  start(): Promise<void>;
  stop(): Promise<CpuProfile>;
  /** Lets the process end: with a debugger it would wait. */
  close(): void;
}

/** Connects to a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function connectProfiler(port: number): Promise<Profiler> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  await call(socket, 'Profiler.enable');
  return {
    start: async () => void (await call(socket, 'Profiler.start')),
    stop: async () => ((await call(socket, 'Profiler.stop')) as { profile: CpuProfile }).profile,
    close: () => socket.close(),
  };
}

let calls = 0;

function call(socket: WebSocket, method: string): Promise<unknown> {
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
}
