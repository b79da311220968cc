import { stateNames } from '../../widget/contract/us-states.ts';

/**
 * Applicants whose verdict the widget, the BFF and the lending service must share. A case changes
 * fields of `anApplicationBody`; `undefined` takes one away. `fields` are those that are refused.
 */
export interface ApplicantCase {
  name: string;
  change: Readonly<Record<string, unknown>>;
  fields: readonly string[];
}

/** The day on which every verdict of the corpus holds. */
export const corpusToday = '2026-03-01';

/** A complete application of the first persona, before any case changes it. */
export function anApplicationBody(
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...nominal, ...change };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

const nominal = {
  first_name: 'Ada',
  middle_name: 'Maria',
  last_name: 'Sample',
  suffix: 'Jr.',
  date_of_birth: '1985-04-12',
  ssn: '900-10-0001',
  email: 'ada.sample@example.test',
  phone: '+15555550123',
  address_1: '12 Hillside Avenue',
  address_2: 'Apt 4',
  city: 'Dayton',
  state: 'OH',
  zip_code: '45402',
  housing_status: 'own',
  monthly_housing_payment: '1250.00',
  annual_income: '84000.00',
  employment_status: 'employed',
  employer_name: 'Sample Works',
  soft_pull_consent: true,
  soft_pull_consent_version: '2026-01',
  soft_pull_consent_text_sha256: 'a'.repeat(64),
  soft_pull_consent_at: '2026-03-01T15:04:05Z',
  esign_consent: true,
  esign_consent_version: '2026-01',
  esign_consent_at: '2026-03-01T15:04:05Z',
  privacy_notice_ack: true,
  privacy_notice_version: '2026-01',
  sms_consent: false,
};

function accepted(name: string, change: Readonly<Record<string, unknown>>): ApplicantCase {
  return { name, change, fields: [] };
}

function refused(field: string, ...values: unknown[]): ApplicantCase[] {
  return values.map((value) => ({
    name: `${field} ${describeValue(value)}`,
    change: { [field]: value },
    fields: [field],
  }));
}

function describeValue(value: unknown): string {
  if (typeof value === 'string' && value.length > 40) return `of ${value.length} characters`;
  if (value === undefined) return 'absent';
  const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(value).replaceAll(/\p{Cf}/gu, codeOf);
}

const required = [
  ...['first_name', 'last_name', 'date_of_birth', 'ssn', 'email', 'phone', 'address_1', 'city'],
  ...['state', 'zip_code', 'housing_status', 'monthly_housing_payment', 'annual_income'],
  ...['employment_status', 'soft_pull_consent', 'soft_pull_consent_version'],
  ...['soft_pull_consent_text_sha256', 'soft_pull_consent_at', 'esign_consent'],
  ...['esign_consent_version', 'esign_consent_at', 'privacy_notice_ack', 'privacy_notice_version'],
];

const acceptedCases = [
  accepted('nominal', {}),
  accepted('without what is optional', {
    middle_name: undefined,
    suffix: undefined,
    address_2: undefined,
    employer_name: undefined,
    sms_consent: undefined,
  }),
  accepted('what is optional as null', { middle_name: null, suffix: null, address_2: null }),
  accepted('what is optional empty', { middle_name: '', address_2: '', employer_name: '' }),
  accepted('spaces around', { first_name: '  Ada ', city: ' Dayton ', ssn: ' 900100001 ' }),
  accepted('names of 50 characters', { first_name: 'a'.repeat(50), last_name: 'b'.repeat(50) }),
  accepted('a name of one letter', { last_name: 'O' }),
  accepted('a name with accents and an apostrophe', { last_name: "Núñez-O'Brien" }),
  ...[
    "O'Neil",
    'O’Neil',
    'Núñez-Ruiz',
    'St. John',
    'J.R.',
    'J.Robert',
    'Mary Jo',
    'de la Cruz',
  ].map((name) => accepted(`the name ${name}`, { first_name: name, last_name: name })),
  ...['名字', 'محمد', 'می\u200Cنا', 'क्\u200Dष', '2nd, the', 'A·B (“Al”)'].map((name) =>
    accepted(`the name ${name}`, { first_name: name, middle_name: name }),
  ),
  ...['III', 'Jr.', '3rd', 'Jr., M.D.', 'Esq.'].map((suffix) =>
    accepted(`the suffix ${suffix}`, { suffix }),
  ),
  accepted('an SSN without hyphens', { ssn: '900100001' }),
  accepted('18 today', { date_of_birth: '2008-03-01' }),
  accepted('born on a leap day', { date_of_birth: '1988-02-29' }),
  accepted('19 today in Alabama', { date_of_birth: '2007-03-01', state: 'AL' }),
  accepted('21 today in Mississippi', { date_of_birth: '2005-03-01', state: 'MS' }),
  accepted('a tagged e-mail', { email: 'ada+loan@mail.example.co' }),
  ...[
    "!#$%&'*+/=?^_`{|}~-@example.test",
    "o'neil@example.test",
    'a.b.c@example.test',
    'user@example.xn--p1ai',
    'user@xn--e1afmkfd.example',
    `${'a'.repeat(64)}@example.test`,
  ].map((email) => accepted(`the e-mail address ${email}`, { email })),
  accepted('ZIP+4', { zip_code: '45402-1234' }),
  ...Object.keys(stateNames).map((state) => accepted(`the state ${state}`, { state })),
  accepted('no housing payment', { monthly_housing_payment: '0.00' }),
  accepted('money without cents', { annual_income: '84000', monthly_housing_payment: '950.5' }),
  accepted('money as a whole number', { annual_income: 84000 }),
  accepted('one cent of income', { annual_income: '0.01' }),
  accepted('an address with a box in a word', { address_1: '7 Boxwood Street' }),
  ...[
    'RR 2 Box 12',
    'HC 1 Box 34',
    'Calle Apartaderos 5',
    '12 Calle Apartado',
    'Apartamento 12',
  ].map((address_1) => accepted(`the address ${address_1}`, { address_1 })),
  accepted('SMS agreed to', {
    sms_consent: true,
    sms_consent_version: '2026-01',
    sms_consent_at: '2026-03-01T15:04:05Z',
  }),
  accepted('a time with fraction and offset', {
    soft_pull_consent_at: '2026-03-01T10:04:05.123-05:00',
  }),
  accepted('a field nobody knows', { favourite_color: 'green' }),
];

const refusedCases = [
  ...required.flatMap((field) => refused(field, undefined, null)),
  ...refused('first_name', '', '   ', 'a'.repeat(51), 'A\u0000da', 7),
  ...refused('first_name', 'Your refund waits: https://evil.example/a', 'evil.example', 'EVIL.Co'),
  ...refused('first_name', 'Confirm at www.evil.example', 'münchen.example', 'evil2.example'),
  ...refused('first_name', 'paysupport.t.me', 'Visit pay-x.com', 'evi\u200Dl.example'),
  ...refused('first_name', 'A\u2028evil.example', 'A\u2029da', 'cafe\u0301.example', 'उदाहरण.भारत'),
  ...refused('first_name', 'mailto:a', 'evil/a', 'evil\\a', 'a@b', '<b', 'b>', '{b', 'b}', 'a|b'),
  ...refused('first_name', 'A\u202Eda', 'A\u2066da', 'A\u200Bda', 'A\u200Fda', 'A\uFEFFda'),
  ...refused('first_name', 'A\u00ADda', 'A\u2060da', 'A\u{E0041}da'),
  ...refused('middle_name', 'a'.repeat(51), 'evil.example', 'a:b', 'M\u202Ea'),
  ...refused('last_name', '', 'a'.repeat(51), ['Sample'], 'evil.example', 'a/b', 'S\u202Ea'),
  ...refused('suffix', 'a'.repeat(11), 'evil.co', '//a', 'J\u202Er'),
  ...refused('date_of_birth', '', '12/04/1985', '1985-13-01', '2023-02-29', '1985-4-12'),
  ...refused('date_of_birth', '2008-03-02', '2030-01-01', 19850412),
  ...refused('ssn', '', '90010000', '9001000011', '900-100-001', '9OO-10-0001', 900100001),
  ...refused('email', '', 'ada', 'ada@', '@example.test', 'ada@example', 'a b@example.test'),
  ...refused('email', `${'a'.repeat(250)}@example.test`, `${'a'.repeat(65)}@example.test`),
  ...refused('email', '.ada@example.test', 'ada.@example.test', 'ada..b@example.test'),
  ...refused('email', 'ada@-example.test', 'ada@example-.test', 'ada@example..test'),
  ...refused('email', 'ada@127.0.0.1', 'ada@example.t', 'adá@example.test', '"ada"@example.test'),
  ...refused('email', `ada@${'a'.repeat(64)}.test`, 'ada@b@example.test', 'ada,b@example.test'),
  ...refused('phone', '', '5555550123', '+1555555012', '+11555550123', '+445555550123'),
  ...refused('phone', '+1 555 555 0123', '+155555501234'),
  ...refused(
    'address_1',
    '',
    'PO Box 12',
    'P.O. Box 12',
    'p. o. box 12',
    'POB 12',
    'PO BOX12',
    'Post Office Box 12',
    'Apartado 12',
    'Apartado postal 12',
    'Apartado de correos 12',
    'Apartado Núm. 12',
    'Apdo. postal 12',
    'Apdo 12',
    'Calle Luna 5, APDO. #12',
    'a'.repeat(101),
  ),
  ...refused('address_2', 'a'.repeat(101)),
  ...refused('city', '', 'a'.repeat(51)),
  ...refused('state', '', 'Ohio', 'oh', 'ZZ', 'AE'),
  ...refused('zip_code', '', '4540', '454021', '45402-12', 'ABCDE'),
  ...refused('housing_status', '', 'OWN', 'squat'),
  ...refused('monthly_housing_payment', '', '-1', '12.345', '1,250', '1e3', 'abc', true),
  ...refused('monthly_housing_payment', '1234567890'),
  ...refused('annual_income', '', '0', '0.00', '-5', '84000.001', '$84000', '1234567890.00'),
  ...refused('employment_status', '', 'Employed', 'on leave'),
  ...refused('soft_pull_consent', false),
  ...refused('soft_pull_consent_text_sha256', 'a'.repeat(63), 'g'.repeat(64)),
  ...refused('soft_pull_consent_at', 'yesterday', '2026-13-01T00:00:00Z'),
  ...refused('esign_consent', false),
  ...refused('privacy_notice_ack', false),
  ...refused('soft_pull_consent_at', '2026-02-30T00:00:00Z', '2026-03-01 15:04:05'),
  ...refused('soft_pull_consent_at', '2016-12-31T23:59:60Z'),
  {
    name: 'SMS agreed to without evidence',
    change: { sms_consent: true },
    fields: ['sms_consent_at', 'sms_consent_version'],
  },
  {
    name: '18 in Alabama',
    change: { date_of_birth: '2008-03-01', state: 'AL' },
    fields: ['date_of_birth'],
  },
  {
    name: '18 in Nebraska',
    change: { date_of_birth: '2008-03-01', state: 'NE' },
    fields: ['date_of_birth'],
  },
  {
    name: '20 in Puerto Rico',
    change: { date_of_birth: '2005-03-02', state: 'PR' },
    fields: ['date_of_birth'],
  },
  {
    name: '20 in Mississippi',
    change: { date_of_birth: '2005-03-02', state: 'MS' },
    fields: ['date_of_birth'],
  },
  {
    name: 'several at once',
    change: { first_name: '', zip_code: '1', annual_income: '0', date_of_birth: '2020-01-01' },
    fields: ['annual_income', 'date_of_birth', 'first_name', 'zip_code'],
  },
];

export const applicantCorpus: readonly ApplicantCase[] = [...acceptedCases, ...refusedCases];
