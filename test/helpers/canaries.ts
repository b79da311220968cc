import { createHash } from 'node:crypto';

export type CanaryKind = 'ssn' | 'birth_date' | 'income' | 'name' | 'email' | 'phone';

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

/** The n-th canary, 0 to 9,999: always the same one, never with the SSN of a persona. */
export function canaryApplicant(n: number): CanaryApplicant {
  const random = sequence(`canary ${n}`);
  const serial = pad(n, 4);
  return {
    first_name: `Zq${random.letters(9)}`,
    last_name: `Xj${random.letters(9)}`,
    date_of_birth: `${random.between(1940, 1995)}-${pad(random.between(1, 12), 2)}-${pad(random.between(1, 28), 2)}`,
    ssn: `900-${random.between(11, 49)}-${serial}`,
    email: `zq.${random.letters(9)}@example.test`,
    phone: `+1555${random.between(200, 999)}${serial}`,
    annual_income: `${random.between(100_000_000, 999_999_999)}.00`,
  };
}

/** Everything that would betray the applicant, as typed, as sent and as a careless program keeps it. */
export function canaryTraces(applicant: CanaryApplicant): CanaryTrace[] {
  const { ssn, date_of_birth: born, annual_income: income, phone, email } = applicant;
  const [year = '', month = '', day = ''] = born.split('-');
  const national = phone.slice(2);
  const [area, exchange, line] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
  const whole = income.replace('.00', '');
  const texts: Record<CanaryKind, string[]> = {
    ssn: [ssn, ssn.replaceAll('-', ''), ssn.replaceAll('-', ' ')],
    birth_date: [born, `${month}/${day}/${year}`],
    income: [whole, Number(whole).toLocaleString('en-US')],
    name: [applicant.first_name, applicant.last_name].flatMap(inEveryCase),
    email: [...inEveryCase(email), encodeURIComponent(email)],
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
  const buffers = [utf8, Buffer.from(text, 'utf16le'), Buffer.from(utf8.toString('hex'))];
  return buffers.map((bytes) => ({ kind, bytes }));
}

/** SQLite keeps an integer of this size in six bytes, the highest first. */
function asSqliteInteger(value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
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
