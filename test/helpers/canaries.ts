import { createHash } from 'node:crypto';

export const canaryKinds = [
  'ssn',
  'birth_date',
  'income',
  'account',
  'name',
  'email',
  'phone',
] as const;
export type CanaryKind = (typeof canaryKinds)[number];

/** A made-up applicant none of whose values can stand anywhere by chance. */
export interface CanaryApplicant {
  first_name: string;
  last_name: string;
  date_of_birth: string;
  ssn: string;
  email: string;
  phone: string;
  annual_income: string;
}

/** One way in which a value of a canary would look in a file. */
export interface CanaryTrace {
  kind: CanaryKind;
  bytes: Buffer;
}

const canariesOfGroup = 10_000;
/** In which an income is kept that is a number of cents. */
export const sqliteIntegerBytes = 6;

/** The n-th canary, 0 to 389,999: always the same one, never with the SSN of a persona. */
export function canaryApplicant(n: number): CanaryApplicant {
  const random = sequence(`canary ${n}`);
  const serial = pad(n % canariesOfGroup, 4);
  const group = Math.floor(n / canariesOfGroup);
  return {
    first_name: `Zq${random.letters(9)}`,
    last_name: `Xj${random.letters(9)}`,
    date_of_birth: `${random.between(1940, 1995)}-${pad(random.between(1, 12), 2)}-${pad(random.between(1, 28), 2)}`,
    ssn: `900-${11 + group}-${serial}`,
    email: `zq.${random.letters(9)}@example.test`,
    phone: `+1555${200 + group * 20 + random.between(0, 19)}${serial}`,
    annual_income: `${random.between(100_000_000, 999_999_999)}.00`,
  };
}

/** The bank account of the n-th canary merchant. */
export function canaryAccount(n: number): string {
  return `77${pad(sequence(`account ${n}`).between(10_000, 99_999), 5)}${pad(n, 5)}`;
}

export function accountTraces(account: string): CanaryTrace[] {
  return encodings('account', account);
}

/** Everything that would betray the applicant, as typed, as sent and as a careless program keeps it. */
export function canaryTraces(applicant: CanaryApplicant): CanaryTrace[] {
  const { ssn, date_of_birth: born, annual_income: income, phone, email } = applicant;
  const [year = '', month = '', day = ''] = born.split('-');
  const national = phone.slice(2);
  const [area, exchange, line] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
  const whole = income.replace('.00', '');
  const texts: Record<Exclude<CanaryKind, 'account'>, string[]> = {
    ssn: [ssn, ssn.replaceAll('-', ''), ssn.replaceAll('-', ' ')],
    birth_date: [
      born,
      `${month}/${day}/${year}`,
      `${day}/${month}/${year}`,
      `${day}.${month}.${year}`,
      `${day}-${month}-${year}`,
      `${year}${month}${day}`,
      `${month}${day}${year}`,
      `${day}${month}${year}`,
      // As a time of JavaScript's; near 1970 it is too short to be anybody's.
      ...[String(Date.parse(born))].filter((time) => time.length > 10),
    ],
    income: [whole, Number(whole).toLocaleString('en-US')],
    name: [applicant.first_name, applicant.last_name].flatMap(inEveryCase),
    email: inEveryCase(email),
    phone: [national, `${area}-${exchange}-${line}`, `${area}) ${exchange}-${line}`],
  };
  const kinds = Object.entries(texts) as [CanaryKind, string[]][];
  return [
    ...kinds.flatMap(([kind, forms]) => forms.flatMap((form) => encodings(kind, form))),
    { kind: 'income', bytes: asSqliteInteger(Number(whole) * 100) },
  ];
}

function inEveryCase(text: string): string[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
}

function encodings(kind: CanaryKind, text: string): CanaryTrace[] {
  const utf8 = Buffer.from(text);
  const escaped = text.replaceAll(/[^\w. -]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const texts = [utf8.toString('hex'), encodeURIComponent(text), escaped, ...inBase64(utf8)];
  const others = new Set(texts.filter((each) => each !== text));
  const upper = utf8.toString('hex').toUpperCase();
  if (upper !== utf8.toString('hex')) others.add(upper);
  return [utf8, Buffer.from(text, 'utf16le'), ...[...others].map((each) => Buffer.from(each))].map(
    (bytes) => ({ kind, bytes }),
  );
}

/** What stands in the base64 of a longer text, wherever in it this one begins. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    const own = encoded.slice(
      Math.ceil((offset * 8) / 6),
      Math.floor(((offset + bytes.length) * 8) / 6),
    );
    return [own, own.replaceAll('-', '+').replaceAll('_', '/')];
  });
}

/** As SQLite keeps an integer of this size, the highest byte first. */
function asSqliteInteger(value: number): Buffer {
  const bytes = Buffer.alloc(sqliteIntegerBytes);
  bytes.writeUIntBE(value, 0, sqliteIntegerBytes);
  return bytes;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function sequence(seed: string) {
  let drawn = 0;
  const draw = (): number => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE();
  };
  const between = (least: number, most: number): number => least + (draw() % (most - least + 1));
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(between(97, 122))).join('');
  return { between, letters };
}
