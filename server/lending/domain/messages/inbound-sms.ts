/**
 * Replies that revoke the consent to text messages: 47 CFR 64.1200(a)(10) names every one of them.
 * Without spaces and punctuation.
 */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'STOP',
  'QUIT',
  'END',
  'REVOKE',
  'OPTOUT',
  'CANCEL',
  'UNSUBSCRIBE',
]);

export type SmsKeyword = 'stop' | 'help';

/**
 * What a reply asks for, whatever its case and punctuation; null for what is no keyword.
 * @example keywordOf(' Opt-out. ') => 'stop'
 */
export function keywordOf(text: string): SmsKeyword | null {
  const word = text.toUpperCase().replace(/[\s\p{P}]/gu, '');
  if (STOP_WORDS.has(word)) return 'stop';
  return word === 'HELP' ? 'help' : null;
}
