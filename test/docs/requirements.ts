import assert from 'node:assert/strict';
import { collectProofs } from '../conformance/collect/collect-proofs.ts';
import { codes } from './read-readme.ts';

const states = ['covered', 'not covered', 'not applicable'] as const;
export type State = (typeof states)[number];

/** A row of `server/ASVS.md`, or a criterion of `widget/ACCESSIBILITY.md`. */
export interface Requirement {
  number: string;
  level: string;
  control: string;
  state: State;
  /** Why it is not covered or not applicable. */
  why: string;
  /** Ids of tests, each behind its kind: `asvs:nonces`, `wcag:keyboard`. */
  proofs: string[];
}

/** The requirements that the page lists. */
export function requirementsIn(page: string): Requirement[] {
  return page.split('\n').flatMap((line) => {
    const [, number = '', level = '', control = '', test = ''] =
      /^\| (\d+\.\d+\.\d+)[^|]* \| ([123]|AA?) \| (.+) \| (.+) \|$/.exec(line) ?? [];
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
  const named = requirements.flatMap(({ proofs }) => proofs.map(partsOf));
  const kinds = [...new Set(named.map(({ kind }) => kind))];
  const tests = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await collectProofs(kind)] as const)),
  );
  const runs = (proof: string) => {
    const { kind, id } = partsOf(proof);
    const found = tests.get(kind)?.get(id) ?? [];
    return found.some(({ isSkipped }) => !isSkipped);
  };
  return requirements.flatMap(({ number, state, proofs }) => [
    ...(state === 'covered' && proofs.length === 0 ? [`${number}: no test is named`] : []),
    ...proofs.filter((proof) => !runs(proof)).map((proof) => `${number}: no test is ${proof}`),
  ]);
}

function partsOf(proof: string): { kind: string; id: string } {
  const [kind = '', id = ''] = proof.split(/:(.*)/s);
  return { kind, id };
}

/** Every requirement by its state, and the totals by level. */
export function reportOf(requirements: readonly Requirement[]): string {
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
  const levels = [...new Set(requirements.map(({ level }) => level))].toSorted();
  const totals = levels.map((level) =>
    total(
      `level ${level}`,
      requirements.filter((each) => each.level === level),
    ),
  );
  return [...lines, 'TOTALS', ...totals, total('all', requirements)].join('\n');
}
