import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Sent } from './network.ts';
import { currentProcess } from './simulated-process.ts';
import { stage } from './stage.ts';

type Callback = (...values: unknown[]) => void;
type Asynchronous = (...values: never[]) => Promise<unknown>;

const require = createRequire(import.meta.url);
const realDate = Date;

/**
 * From now on this thread has no clock, no timers, no randomness and no network of its own: all of
 * it comes from the run that is on.
 */
export function replaceGlobals(): void {
  replaceClock();
  replaceTimers();
  replaceRandomness();
  replaceThreadPool();
  globalThis.fetch = (url, init = {}) =>
    stage().network.fetch(sentOf(url, init), init.signal ?? undefined);
  syncBuiltinESMExports();
}

/** Everybody in a run gives `fetch` its headers as an object and its body as a text. */
function sentOf(url: unknown, { method = 'GET', headers = {}, body }: RequestInit): Sent {
  const text = body === undefined || body === null ? undefined : (body as string);
  return { url: String(url), method, headers: headers as Record<string, string>, body: text };
}

function replaceClock(): void {
  const now = () => stage().time.now;
  globalThis.Date = class VirtualDate extends realDate {
    constructor(...parts: [] | ConstructorParameters<typeof Date>) {
      if (parts.length === 0) super(now());
      else super(...(parts as ConstructorParameters<typeof Date>));
    }

    static override now(): number {
      return now();
    }
  } as DateConstructor;
  Object.defineProperty(performance, 'now', { value: () => stage().time.elapsed });
}

function replaceTimers(): void {
  const start = (isRepeated: boolean) =>
    ((callback: Callback, ms = 1, ...values: unknown[]) =>
      stage().time.after(ms, currentProcess(), callback, { values, isRepeated })) as never;
  const stop = (timer?: { isOver: boolean }): void => {
    if (timer) timer.isOver = true;
  };
  const immediately = (callback: Callback, ...values: unknown[]) =>
    stage().time.immediately(currentProcess(), callback, values);
  const timers = {
    setTimeout: start(false),
    setInterval: start(true),
    setImmediate: immediately as never,
    clearTimeout: stop as never,
    clearInterval: stop as never,
    clearImmediate: stop as never,
  };
  Object.assign(globalThis, timers);
  Object.assign(require('node:timers'), timers);
  Object.assign(require('node:timers/promises'), { setTimeout: sleep });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(timedOut), ms);
    return controller.signal;
  };
}

/** One for all: most signals come after the end of what they would have cut. */
const timedOut = new DOMException('The operation timed out', 'TimeoutError');

function sleep<T>(ms: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal?.reason as Error);
    if (signal?.aborted) return end();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve(value as T);
    }, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      end();
    });
  });
}

function replaceRandomness(): void {
  const bytes = (length: number) => stage().randomness.bytes(length);
  const fill = <Bytes extends Uint8Array>(target: Bytes) => stage().randomness.fill(target);
  const randomUUID = () => formatUuid(bytes(16));
  Math.random = () => stage().randomness.fraction();
  Object.assign(require('node:crypto'), { randomBytes: bytes, randomUUID, randomFillSync: fill });
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: randomUUID });
  Object.defineProperty(Crypto.prototype, 'getRandomValues', { value: fill });
}

function formatUuid(bytes: Buffer): `${string}-${string}-${string}-${string}-${string}` {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** What answers when it likes: of `crypto.subtle` and of the file system. */
function replaceThreadPool(): void {
  const subtle = SubtleCrypto.prototype as unknown as Record<string, Asynchronous>;
  for (const name of ['importKey', 'exportKey', 'sign', 'verify', 'digest', 'generateKey']) {
    subtle[name] = pooled(subtle[name] as Asynchronous);
  }
  const files = require('node:fs/promises') as Record<string, Asynchronous>;
  for (const name of ['readFile', 'stat', 'readdir']) {
    files[name] = pooled(files[name] as Asynchronous);
  }
}

function pooled(work: Asynchronous): Asynchronous {
  return function run(this: unknown, ...values) {
    return stage().time.pooled(work.apply(this, values));
  };
}
