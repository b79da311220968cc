import { minuteMs } from '../../helpers/durations.ts';
import { randomOf } from '../crash-points/point.ts';
import { inThread } from '../in-thread.ts';
import type { Mistake } from '../plant.ts';
import { allCredentials, type Credential } from './credentials.ts';
import { type ForgedTestbed, startForgedTestbed } from './testbed.ts';

/** With one good credential; then there is a new one. */
const forgeriesPerOriginal = 100;

export interface ForgedReport {
  forgeries: number;
  /** Of each kind. */
  kinds: Record<string, number>;
  /** Texts that were the good one in other bytes, and were not counted. */
  same: number;
  /** What was accepted, or answered otherwise than by a refusal; a sentence each. */
  accepted: string[];
  /** Good ones that were refused: then a refusal says nothing. */
  refused: string[];
}

export interface ForgedRun {
  readonly seed: number;
  readonly forgeries: number;
}

/** With a mistake in the product, to see that it is found. */
export interface MistakenRun extends ForgedRun {
  readonly mistake: Mistake;
}

/** So many forged credentials, those of each kind by turns. */
export async function runForged({ seed, forgeries }: ForgedRun): Promise<ForgedReport> {
  const testbed = await startForgedTestbed();
  const report: ForgedReport = { forgeries: 0, kinds: {}, same: 0, accepted: [], refused: [] };
  try {
    const kinds = allCredentials(testbed);
    for (let round = 0; report.forgeries < forgeries; round += 1) {
      const kind = kinds[round % kinds.length] as Credential;
      const count = Math.min(forgeriesPerOriginal, forgeries - report.forgeries);
      await tryForgeries(testbed, kind, report, { seed: seed * 100_003 + round, count });
      // No credential of one round says anything of the next.
      testbed.bff.tick(minuteMs);
    }
  } finally {
    await testbed.close();
  }
  return report;
}

async function tryForgeries(
  testbed: ForgedTestbed,
  kind: Credential,
  report: ForgedReport,
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  const random = randomOf(seed);
  const originals = await kind.mint();
  for (let made = 0; made < count; ) {
    const text = kind.forge(random, originals);
    if (kind.isSame(text, originals.own)) {
      report.same += 1;
      continue;
    }
    const verdict = await kind.show(text).catch((error: unknown) => {
      // A header that no client could send.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (verdict === undefined) continue;
    made += 1;
    if (verdict.isAccepted)
      report.accepted.push(
        `${kind.name}, ${verdict.answer}: ${JSON.stringify({ text, own: originals.own })}`,
      );
  }
  report.forgeries += count;
  report.kinds[kind.name] = (report.kinds[kind.name] ?? 0) + count;
  const { isAccepted, answer } = await kind.show(originals.own);
  if (!isAccepted) report.refused.push(`${kind.name}: ${answer}`);
  if (kind.goodForMs === null) return;
  testbed.bff.tick(kind.goodForMs);
  const late = await kind.show(originals.own);
  if (late.answer.startsWith('2')) report.accepted.push(`${kind.name}, too late: ${late.answer}`);
}

/** The same in a thread of its own, with a mistake in the product. */
export function runForgedWith(mistake: Mistake, run: ForgedRun): Promise<ForgedReport> {
  const mistaken: MistakenRun = { ...run, mistake };
  return inThread(new URL('./worker.ts', import.meta.url), mistaken);
}
