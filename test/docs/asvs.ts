import assert from 'node:assert/strict';
import { collectProofs } from '../conformance/collect/collect-proofs.ts';
import { codes } from './read-readme.ts';

const states = ['covered', 'not covered', 'not applicable'] as const;
export type State = (typeof states)[number];

/** A row of `server/ASVS.md`. */
export interface Requirement {
  number: string;
  level: string;
  control: string;
  state: State;
  /** Why it is not covered or not applicable. */
  why: string;
  /** Ids of tests, each behind its kind: `asvs:nonces`. */
  proofs: string[];
}

/** The requirements that the page lists. */
export function requirementsIn(page: string): Requirement[] {
  return page.split('\n').flatMap((line) => {
    const [, number = '', level = '', control = '', test = ''] =
      /^\| (\d+\.\d+\.\d+) \| ([123]) \| (.+) \| (.+) \|$/.exec(line) ?? [];
    if (number === '') return [];
    const [, off, why = ''] = /^\*\*(not \w+)\*\*: (.+)$/.exec(test) ?? [];
    const state = states.find((each) => each === (off ?? 'covered'));
    assert.ok(state, `${number} has a state that is not known: ${test}`);
    const proofs = state === 'covered' ? codes(test) : [];
    return [{ number, level, control, state, why, proofs }];
  });
}

/** A line for each requirement that is covered by no test, or by one that is not there or is skipped. */
export async function unprovenIn(requirements: readonly Requirement[]): Promise<string[]> {
  const [asvs, conformance] = await Promise.all([
    collectProofs('asvs'),
    collectProofs('conformance'),
  ]);
  const runs = (proof: string) => {
    const [kind = '', id = ''] = proof.split(/:(.*)/s);
    const tests = (kind === 'asvs' ? asvs : conformance).get(id) ?? [];
    return tests.some(({ isSkipped }) => !isSkipped);
  };
  return requirements.flatMap(({ number, state, proofs }) => [
    ...(state === 'covered' && proofs.length === 0 ? [`${number}: no test is named`] : []),
    ...proofs.filter((proof) => !runs(proof)).map((proof) => `${number}: no test is ${proof}`),
  ]);
}

/** Every requirement by its state, and the totals by level. */
export function asvsReport(requirements: readonly Requirement[]): string {
  const lines = states.flatMap((state) => [
    state.toUpperCase(),
    ...requirements
      .filter((each) => each.state === state)
      .map(({ number, control, why, proofs }) => {
        return `  ${number} ${state === 'covered' ? `${control}: ${proofs.join(', ')}` : why}`;
      }),
    '',
  ]);
  const total = (name: string, rows: readonly Requirement[]) => {
    const counts = states.map(
      (each) => `${rows.filter(({ state }) => state === each).length} ${each}`,
    );
    return `  ${name}: ${counts.join(', ')}, of ${rows.length}`;
  };
  const levels = ['1', '2', '3'].map((level) =>
    total(
      `level ${level}`,
      requirements.filter((each) => each.level === level),
    ),
  );
  return [...lines, 'TOTALS', ...levels, total('all', requirements)].join('\n');
}
