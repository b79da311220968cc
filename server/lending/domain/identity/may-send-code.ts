import { dayMs } from '../../../platform/durations.ts';

/** With the tries of each, they limit what can be guessed, and what one person is sent. */
const CODES_PER_DAY = 5;

/** Whether one more one-time code may be sent, after those that were sent then (epoch ms). */
export function maySendCode(sentAt: readonly number[], now: number): boolean {
  return sentAt.filter((at) => now < at + dayMs).length < CODES_PER_DAY;
}
