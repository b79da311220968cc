import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from '@hono/zod-openapi';
import { eitherOf, notBefore } from '../../../server/lending-api/field-rules.ts';

const problems = (schema: z.ZodType, body: unknown) =>
  (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => [...path, message]);

describe('eitherOf()', () => {
  const schema = z
    .object({ loan: z.string().optional(), order: z.string().optional() })
    .superRefine(eitherOf('loan', 'order'));

  for (const [name, body, expected] of [
    ['the first', { loan: 'a' }, []],
    ['the second', { order: 'b' }, []],
    ['both', { loan: 'a', order: 'b' }, []],
    ['neither', {}, [['loan', 'Send loan or order.']]],
  ] as const) {
    it(`finds ${expected.length} problems in ${name}`, () =>
      assert.deepEqual(problems(schema, body), expected));
  }
});

describe('notBefore()', () => {
  const schema = z
    .object({ begin: z.string().optional(), end: z.string().optional() })
    .superRefine(notBefore('begin', 'end'));

  for (const [name, body, expected] of [
    ['no dates', {}, []],
    ['a begin alone', { begin: '2026-03-02' }, []],
    ['an end alone', { end: '2026-03-02' }, []],
    ['the same day', { begin: '2026-03-02', end: '2026-03-02' }, []],
    ['a later end', { begin: '2025-12-31', end: '2026-01-01' }, []],
    [
      'an earlier end',
      { begin: '2026-03-02', end: '2026-03-01' },
      [['end', 'Must be on or after begin.']],
    ],
  ] as const) {
    it(`finds ${expected.length} problems in ${name}`, () =>
      assert.deepEqual(problems(schema, body), expected));
  }
});
