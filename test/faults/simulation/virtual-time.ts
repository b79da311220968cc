import type { SimulatedProcess } from './simulated-process.ts';

type Callback = (...values: unknown[]) => void;

/** What `setTimeout` and its like answer. */
export class VirtualTimer {
  at: number;
  order: number;
  readonly everyMs: number | undefined;
  readonly owner: SimulatedProcess;
  readonly run: () => void;
  isOver = false;

  constructor(parts: Pick<VirtualTimer, 'at' | 'order' | 'everyMs' | 'owner' | 'run'>) {
    this.at = parts.at;
    this.order = parts.order;
    this.everyMs = parts.everyMs;
    this.owner = parts.owner;
    this.run = parts.run;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return !this.isOver;
  }

  close(): this {
    this.isOver = true;
    return this;
  }

  [Symbol.dispose](): void {
    this.isOver = true;
  }
}

interface Immediate {
  readonly owner: SimulatedProcess;
  readonly run: () => void;
  isOver: boolean;
}

interface PooledWork {
  work: Promise<unknown>;
  deliver: () => void;
}

/**
 * Intervals of at most this many milliseconds look for due work: while none is due they would find
 * nothing, and are not fired.
 */
const longestPollMs = 1_000;

const realImmediate = globalThis.setImmediate;

/** A turn of the real event loop: when it is over, every promise that could go on has gone on. */
function realTurn(): Promise<void> {
  return new Promise((resume) => realImmediate(resume));
}

/**
 * The time of one run. It stands still while anything is at work, and then goes on to what is due
 * next; nothing waits for a real clock. What the thread pool does is awaited, and given back in the
 * order in which it was begun, before anything else goes on.
 */
export class VirtualTime {
  /** Epoch milliseconds. */
  now: number;
  /** When a row of due work is due next, over all databases. */
  nextDueAt: () => number = () => Number.POSITIVE_INFINITY;
  /**
   * How late due work may be while nothing else is to come: the machine sleeps until then, or until
   * something else is to come.
   */
  leapMs: () => number = () => 0;
  readonly #startedAt: number;
  readonly #timers: VirtualTimer[] = [];
  readonly #polls = new Set<VirtualTimer>();
  #immediates: Immediate[] = [];
  #pool: PooledWork[] = [];
  #order = 0;

  constructor(startAt: number) {
    this.now = startAt;
    this.#startedAt = startAt;
  }

  /** Milliseconds since the start, as of a clock that nobody can set. */
  get elapsed(): number {
    return this.now - this.#startedAt;
  }

  after(
    ms: number,
    owner: SimulatedProcess,
    callback: Callback,
    { values = [], isRepeated = false }: { values?: unknown[]; isRepeated?: boolean } = {},
  ): VirtualTimer {
    const delayMs = ms >= 1 && ms <= 2 ** 31 - 1 ? Math.trunc(ms) : 1;
    const timer = new VirtualTimer({
      at: this.now + delayMs,
      order: this.#nextOrder(),
      everyMs: isRepeated ? delayMs : undefined,
      owner,
      run: () => callback(...values),
    });
    if (isRepeated && delayMs <= longestPollMs) this.#polls.add(timer);
    else push(this.#timers, timer);
    return timer;
  }

  immediately(owner: SimulatedProcess, callback: Callback, values: unknown[]): Immediate {
    const immediate = { owner, run: () => callback(...values), isOver: false };
    this.#immediates.push(immediate);
    return immediate;
  }

  /** What the thread pool does, or another part of Node that answers when it likes. */
  pooled<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const pooled: PooledWork = { work: Promise.resolve(), deliver: () => undefined };
      pooled.work = work.then(
        (value) => {
          pooled.deliver = () => resolve(value);
        },
        (error: unknown) => {
          pooled.deliver = () => reject(error);
        },
      );
      this.#pool.push(pooled);
    });
  }

  /** Goes on until `isOver`, or until there is nothing to come by `end` (epoch milliseconds). */
  async run(end: number, isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.#settle();
      if (isOver()) return;
      const next = this.#next();
      if (next === undefined || next.at > end) {
        this.now = Math.max(this.now, end);
        return;
      }
      this.now = Math.max(this.now, this.#wakesAt(next, end));
      this.#fire(next.timer);
    }
  }

  #wakesAt({ timer, at }: { timer: VirtualTimer; at: number }, end: number): number {
    if (!this.#polls.has(timer)) return at;
    return Math.max(at, Math.min(at + this.leapMs(), this.#nextOnceAt(), end));
  }

  /** When the next thing happens that is not done again and again. */
  #nextOnceAt(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { at, everyMs, isOver, owner } of this.#timers) {
      if (everyMs === undefined && !isOver && !owner.isDead && at < first) first = at;
    }
    return first;
  }

  async #settle(): Promise<void> {
    for (;;) {
      await realTurn();
      if (this.#pool.length > 0) {
        const batch = this.#pool.splice(0);
        await Promise.all(batch.map(({ work }) => work));
        for (const { deliver } of batch) deliver();
      } else if (this.#immediates.length > 0) {
        for (const { owner, run, isOver } of this.#immediates.splice(0)) {
          if (!isOver) owner.run(run);
        }
      } else return;
    }
  }

  #next(): { timer: VirtualTimer; at: number } | undefined {
    while (this.#timers[0]?.isOver === true || this.#timers[0]?.owner.isDead === true) {
      pop(this.#timers);
    }
    const [timer] = this.#timers;
    const poll = this.#nextPoll();
    if (poll !== undefined && (timer === undefined || poll.at <= timer.at)) return poll;
    return timer && { timer, at: timer.at };
  }

  #nextPoll(): { timer: VirtualTimer; at: number } | undefined {
    const dueAt = Math.max(this.now, this.nextDueAt());
    let first: { timer: VirtualTimer; at: number } | undefined;
    for (const timer of this.#polls) {
      if (timer.isOver || timer.owner.isDead) {
        this.#polls.delete(timer);
        continue;
      }
      const at = firstAfter(timer, dueAt);
      if (first === undefined || at < first.at) first = { timer, at };
    }
    return first?.at === Number.POSITIVE_INFINITY ? undefined : first;
  }

  #fire(timer: VirtualTimer): void {
    const { everyMs, owner, run } = timer;
    if (this.#polls.has(timer)) {
      timer.at = this.now + (everyMs ?? longestPollMs);
    } else {
      pop(this.#timers);
      if (everyMs === undefined) timer.isOver = true;
      else push(this.#timers, again(timer, this.now + everyMs, this.#nextOrder()));
    }
    owner.run(run);
  }

  #nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }
}

/** When the interval comes round at or after a time. */
function firstAfter({ at, everyMs = longestPollMs }: VirtualTimer, time: number): number {
  if (time === Number.POSITIVE_INFINITY) return time;
  return at + Math.max(0, Math.ceil((time - at) / everyMs)) * everyMs;
}

function again(timer: VirtualTimer, at: number, order: number): VirtualTimer {
  timer.at = at;
  timer.order = order;
  return timer;
}

// A heap by time, and by order where that is the same.

function isBefore(one: VirtualTimer, other: VirtualTimer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: VirtualTimer[], timer: VirtualTimer): void {
  let place = heap.length;
  heap.push(timer);
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heap[parent] as VirtualTimer;
    if (!isBefore(timer, above)) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = timer;
}

function pop(heap: VirtualTimer[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let place = 0;
  for (;;) {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    const second = heap[right];
    let child = left;
    if (second !== undefined && isBefore(second, heap[left] as VirtualTimer)) child = right;
    const below = heap[child];
    if (below === undefined || !isBefore(below, last)) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = last;
}
