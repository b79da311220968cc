import { minuteMs } from '../../platform/durations.ts';

const marginMs = 5_000;

/** How long a call may be on its way: one that is cut at `cutAtMs` may still be for a moment. */
export function callLimitMs(cutAtMs: number): number {
  return cutAtMs + marginMs;
}

/** When a call was begun, and until when it may still be on its way (epoch milliseconds). */
interface CallTimes {
  readonly startedAt: number;
  readonly deadlineAt: number;
}

/** The clock was set back since the call was begun: by it the deadline may be hours away. */
export function isBegunInFuture({ startedAt }: CallTimes, now: number): boolean {
  return startedAt > now + minuteMs;
}

/** The call with as much time as it had, counted from now. */
export function begunNow<Call extends CallTimes>(call: Call, now: number): Call {
  return { ...call, startedAt: now, deadlineAt: now + call.deadlineAt - call.startedAt };
}
