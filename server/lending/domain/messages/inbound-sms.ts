/**
 * What revokes the consent to text messages wherever it stands in a reply: 47 CFR 64.1200(a)(10)
 * takes any reasonable way. In capitals, without accents and punctuation.
 */
const STOPS_ANYWHERE = [
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'REVOKE',
  'OPTOUT',
  'OPT OUT',
  'REMOVE ME',
  'PARAR',
  'PARE',
];

/** What does so alone or with nothing but `COURTESIES`: in a sentence it may be about anything. */
const STOPS_ALONE = ['END', 'QUIT', 'CANCEL', 'ALTO', 'BAJA', 'CANCELAR', 'NO MAS', 'NOMAS'];

const COURTESIES: ReadonlySet<string> = new Set(
  (
    'PLEASE THANKS THANK YOU ALL ME MY THE THESE TEXT TEXTS TEXTING MESSAGE MESSAGES SMS ' +
    'POR FAVOR GRACIAS DE LOS ESTOS TODOS DAR DARME DENME QUIERO MIS TEXTOS MENSAJE MENSAJES'
  ).split(' '),
);

const HELP: ReadonlySet<string> = new Set(['HELP', 'AYUDA']);

export type SmsKeyword = 'stop' | 'help';

/**
 * What a reply asks for, whatever its case, accents and punctuation; null for what is no keyword.
 * @example keywordOf('Please opt-out.') => 'stop'
 */
export function keywordOf(text: string): SmsKeyword | null {
  const words = wordsOf(text);
  if (STOPS_ANYWHERE.some((stop) => without(words, stop) !== null)) return 'stop';
  if (STOPS_ALONE.some((stop) => isOnlyCourteous(without(words, stop)))) return 'stop';
  return HELP.has(words.join('')) ? 'help' : null;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** The other words of a reply, or null where it does not have these. */
function without(words: readonly string[], stop: string): string[] | null {
  const [before, ...after] = ` ${words.join(' ')} `.split(` ${stop} `);
  return after.length === 0 ? null : wordsOf([before, ...after].join(' '));
}

function isOnlyCourteous(others: readonly string[] | null): boolean {
  return others?.every((word) => COURTESIES.has(word)) ?? false;
}
