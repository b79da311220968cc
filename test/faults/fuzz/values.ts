import type { JsonSchema } from '../../conformance/contract.ts';
import type { Random } from './random.ts';

/** Texts that have broken readers, parsers, stores and pages. */
const texts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  'NaN',
  '1e309',
  '0x10',
  '00000000000000000000',
  '999999999999999999999.99',
  '0.001',
  '١٢٣',
  'a',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(5_000),
  '\u0000',
  '\u0007',
  'line\nline',
  '\u202Egnirts',
  'e\u0301',
  '🦊👩‍👩‍👧',
  "'; drop table applications; --",
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '%00%0d%0aSet-Cookie: a=b',
  '../../etc/passwd',
  '$where',
  'http://169.254.169.254/latest',
  'https://2130706433/',
  'javascript:alert(1)',
  'https://user:pass@sponsor.example/',
  'Admin',
  'Salesperson',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-03-02T15:04:05Z',
  '13/45/2026',
  '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10',
  '00000000-0000-0000-0000-000000000000',
  'nobody',
  'users',
  'bounce@example.test',
  '+15005550004',
  '+15005550001',
];

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  109,
  115,
  12_345.67,
  1e300,
  Number.MAX_SAFE_INTEGER,
  [],
  [null],
  [[[[[[]]]]]],
  {},
  { $ne: null },
  { toString: 1 },
  ['0.32', '0.45'],
  ['a', 'a'],
];

/** SSNs of personas whose outcome is an answer, not a failure of the bureau. */
const personas = [
  ...['0001', '0002', '0003', '0004', '0005', '0007', '0009', '0010'],
  ...['0101', '0103', '0105', '0106', '0107', '0109', '0111'],
].map((serial) => `900-10-${serial}`);

const magic: Readonly<Record<string, readonly unknown[]>> = {
  ssn: personas,
  state: ['OH', 'VI', 'AL', 'XX'],
  locale: ['en', 'es'],
  transaction_description: [109, 111, 113, '111'],
  consumer_charge_amount: ['0.01', '1000.00', '50000.00'],
  requested_amount: ['500.00', '100000.00', 7_500, '499.99'],
  selected_amount: ['500.00', '50000.00'],
  cli_amount: [8_400.01, 50_000, 50_000.01, '12000.00'],
  payment_identifier: ['sbx:processor_fail', 'sbx:consumer_approve', 'sbx:exclude#1'],
  business_name: ['DECLINE', 'REVIEW', 'SUSPEND'],
  business_address_1: ['1 Undeliverable Way', 'P.O. Box 7'],
  ach_account_number: ['000111111116', '000000000013', '000000000014'],
  is_active: [true, false],
  is_deleted: [true, false],
  activate_date: ['2026-03-02', '2026-05-01', '2027-01-01'],
};

/** A value for a field: of its schema, magic to the sandbox, or nothing that it takes. */
export function anyValue(random: Random, name: string, schema: JsonSchema): unknown {
  const fitting = [...(schema.enum ?? []), ...(magic[name] ?? [])];
  if (fitting.length > 0 && random.chance(0.5)) return random.pick(fitting);
  return random.chance(0.6) ? random.pick(texts) : random.pick(others);
}

export function anyText(random: Random): string {
  return random.pick(texts);
}
