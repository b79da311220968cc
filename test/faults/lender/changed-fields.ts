import type { Random } from '../fuzz/random.ts';
import { markupTexts, unknownWords } from './texts.ts';

type Fields = Record<string, unknown>;

/** A field somewhere in a body. */
interface Place {
  readonly holder: Fields;
  readonly name: string;
}

const mostChanges = 3;
const sponsorsIds = new Set(['external_application_id', 'loan_id']);
const words = new Set([
  'decision',
  'application_status',
  'status',
  'payment_request_status',
  'transaction_description',
  'transaction_type',
]);

// What JSON.stringify() cannot write: a name that stands twice, a number in a form of its own.
const twice = '\u0000';
const raw = '\u0001';

/**
 * One to three fields of a body are dropped, null, renamed, retyped, repeated, an unknown word or
 * markup. What is left says what the lender said, or nothing that can be read: never something else
 * that is right, such as another amount, the id of another loan or an end to a list that goes on.
 */
export function withChangedFields(random: Random, body: unknown): unknown {
  const changed = structuredClone(body);
  for (let changes = 1 + random.below(mostChanges); changes > 0; changes -= 1) {
    const places = placesIn(changed);
    if (places.length > 0) changeField(random, random.pick(places));
  }
  return random.chance(0.05) ? retyped(random, changed) : changed;
}

function changeField(random: Random, place: Place): void {
  const { holder, name } = place;
  const value = holder[name];
  // Any other text would be the id of another application.
  const forms = typeof value === 'string' ? [value.toUpperCase(), ` ${value.toLowerCase()} `] : [];
  if (sponsorsIds.has(name)) holder[name] = random.pick<unknown>([null, [value], {}, ...forms]);
  else random.pick(changesOfAField)(random, place);
}

/** The text of a body that may have repeated names and odd numbers in it. */
export function writtenJson(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll('\\u0000"', '"')
    .replaceAll(/"\\u0001(.*?)\\u0001"/g, '$1');
}

/** Every field of every object in it. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Fields;
  const own = Array.isArray(value) ? [] : Object.keys(holder).map((name) => ({ holder, name }));
  return [...own, ...Object.values(holder).flatMap(placesIn)];
}

const changesOfAField: readonly ((random: Random, place: Place) => void)[] = [
  drop,
  setNull,
  rename,
  retype,
  retype,
  repeat,
  useUnknownWord,
  useMarkup,
];

export function drop(_random: Random, { holder, name }: Place): void {
  delete holder[name];
}

export function setNull(random: Random, place: Place): void {
  // A list that goes on would end there.
  if (place.name === 'next') drop(random, place);
  else place.holder[place.name] = null;
}

function rename(random: Random, { holder, name }: Place): void {
  const names = [`${name}_value`, `x_${name}`, name.toUpperCase(), `${name} `];
  holder[random.pick(names)] = holder[name];
  delete holder[name];
}

export function retype(random: Random, { holder, name }: Place): void {
  holder[name] = retyped(random, holder[name]);
}

function repeat(random: Random, { holder, name }: Place): void {
  const again = [holder[name], null, 'again', random.pick(markupTexts)];
  holder[`${name}${twice}`] = random.pick(again);
}

export function useUnknownWord(random: Random, place: Place): void {
  if (words.has(place.name)) place.holder[place.name] = random.pick(unknownWords);
  else retype(random, place);
}

export function useMarkup(random: Random, { holder, name }: Place): void {
  holder[name] = random.pick(markupTexts);
}

/** The same in another type, or in none that says it. An empty list would say that nothing is there. */
function retyped(random: Random, value: unknown): unknown {
  const wrapped = [{ value }, [value], [[value]]];
  if (Array.isArray(value)) {
    const envelope = { count: value.length, next: null, previous: null, results: value };
    const lost = [{ rows: value }, JSON.stringify(value), value[0] ?? null, {}, ''];
    return random.pick<unknown>([...lost, envelope, { results: value }]);
  }
  if (typeof value === 'string') return random.pick([...wrapped, ...otherForms(value)]);
  if (typeof value === 'number') {
    const forms = [String(value), `${raw}${value}.0${raw}`, `${raw}${value.toExponential()}${raw}`];
    return random.pick<unknown>([...wrapped, ...(Number.isInteger(value) ? forms : [`${value}`])]);
  }
  if (typeof value === 'boolean') return random.pick<unknown>([...wrapped, String(value), null]);
  return random.pick<unknown>([[value], JSON.stringify(value), null]);
}

function otherForms(text: string): unknown[] {
  if (/^\d+(\.\d+)?$/.test(text)) return formsOfNumber(text);
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) {
    return [
      text.toLowerCase(),
      ` ${text} `,
      `{${text}}`,
      text.replaceAll('-', ''),
      `urn:uuid:${text}`,
    ];
  }
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    return [Date.parse(text), text.slice(0, 19), text.slice(0, 10), new Date(text).toUTCString()];
  }
  return [text.toUpperCase(), ` ${text} `, text.replaceAll(' ', ''), true, 0.5];
}

function formsOfNumber(text: string): unknown[] {
  const isPlain = !/^0\d/.test(text);
  const number = Number(text);
  const exponential = `${raw}${number.toExponential()}${raw}`;
  const numbers = isPlain ? [number, `${raw}${text}${raw}`, exponential] : [];
  return [...numbers, `$${text}`, `${text} USD`, `#${text}`, ` ${text} `, text.replace('.', ',')];
}
