import { z } from '@hono/zod-openapi';
import { stateNames } from './us-states.ts';

/** One line of text for people: trimmed, `min` to `max` characters, no control characters. */
export function line(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), { message: 'Contains unreadable characters.' });
}

/** What mail programs make a link of, and what hides, breaks or turns a text. */
const noName =
  /[\p{L}\p{M}\d]{2}\S{0,48}\.[\p{L}\p{M}]{2}|[:/\\@<>{}|\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

/** A part of a person's name, as `line()`: it stands in messages, also to who never asked for one. */
export function personName(min: number, max: number) {
  return line(min, max).refine((text) => !noName.test(text), {
    message: 'Contains characters that stand in no name.',
  });
}

/** A mailbox of RFC 5321: a dot-atom of at most 64 characters, and a domain, punycode included. */
const mailbox =
  /^(?!\.|.*\.[.@])[\w.!#-'*+/=?^`{-~-]{1,64}@(?!-|.*(-\.|\.-))([A-Za-z\d-]{1,63}\.)+[A-Za-z][A-Za-z\d-]*[A-Za-z\d]$/;

/** At most 254 characters. */
export const email = z
  .string()
  .trim()
  .max(254)
  .regex(mailbox, 'Send an e-mail address.')
  .openapi({ format: 'email', example: 'avery@example.test' });

/** A United States telephone number, E.164. */
export const phone = z
  .string()
  .trim()
  .regex(/^\+1[2-9]\d{9}$/, 'Send a telephone number such as +15552223333.')
  .openapi({ example: '+15552223333' });

/** ZIP or ZIP+4. */
export const zipCode = z
  .string()
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, 'Send a ZIP code such as 43004 or 43004-1234.')
  .openapi({ example: '43004' });

/** USPS two-letter code of a state, DC or a territory, in capitals. */
export const state = z
  .string()
  .trim()
  .refine((code) => Object.hasOwn(stateNames, code), { message: 'Send a two-letter state code.' })
  .openapi({ pattern: '^[A-Z]{2}$', example: 'OH' });

/** In English and Spanish; a rural route's box is an address where one lives. */
const poBox = /\b(P(OST)?\W*O(FFICE)?\W*B(OX|\b)|AP(ARTA)?DO\W*(POSTAL|DE COR|(N\S{0,2}\W+)?\d))/i;

/** First line of a street address: a P.O. Box is refused. */
export const streetAddress = line(1, 100).refine((text) => !poBox.test(text), {
  message: 'Send a street address, not a P.O. Box.',
});

const maxAddressLength = 2048;

/** Absolute http or https address without credentials; its operation knows where http may be used. */
export const webAddress = z
  .string()
  .trim()
  .max(maxAddressLength)
  .refine(isWebAddress, { message: 'Send an absolute https address.' })
  .refine(isShort, { message: `Send ${maxAddressLength} characters at most, percent-encoded.` })
  .openapi({ format: 'uri', example: 'https://sponsor.example/callbacks/application' });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** What is not ASCII is three times as long, or more, where the address is called. */
function isShort(text: string): boolean {
  return (URL.parse(text)?.href.length ?? 0) <= maxAddressLength;
}

/** Language of messages and hosted pages. */
export const locale = z.enum(['en', 'es']);
export type Locale = z.output<typeof locale>;
