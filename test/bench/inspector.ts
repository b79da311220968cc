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

export interface Inspector {
  startProfile(): Promise<void>;
  stopProfile(): Promise<CpuProfile>;
  /** The value of an expression over the process's globals. */
  evaluate(expression: string): Promise<unknown>;
  /** Has all garbage of the process collected. */
  collectGarbage(): Promise<void>;
  /** Lets the process end: with a debugger it would wait. */
  close(): void;
}

/** Connects to a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function connectInspector(port: number): Promise<Inspector> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  await call(socket, 'Profiler.enable');
  return {
    startProfile: async () => void (await call(socket, 'Profiler.start')),
    stopProfile: async () =>
      ((await call(socket, 'Profiler.stop')) as { profile: CpuProfile }).profile,
    evaluate: async (expression) => {
      const params = { expression, returnByValue: true };
      const answer = (await call(socket, 'Runtime.evaluate', params)) as {
        result: { value: unknown };
      };
      return answer.result.value;
    },
    collectGarbage: async () => void (await call(socket, 'HeapProfiler.collectGarbage')),
    close: () => socket.close(),
  };
}

let calls = 0;

function call(socket: WebSocket, method: string, params = {}): Promise<unknown> {
  calls += 1;
  const id = calls;
  return new Promise((resolve) => {
    socket.addEventListener('message', function hear({ data }) {
      const answer = JSON.parse(String(data));
      if (answer.id !== id) return;
      socket.removeEventListener('message', hear);
      resolve(answer.result);
    });
    socket.send(JSON.stringify({ id, method, params }));
  });
}
