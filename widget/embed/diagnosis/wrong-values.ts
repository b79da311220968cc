import { longestReturnUrl, longestText } from '../../contract/limits.ts';
import { attributes } from '../checkout-properties.ts';
import type { Finding, Patient } from './finding.ts';

const texts = ['amount', 'orderToken', 'clientToken'] as const;

/** Names the attributes with which a checkout cannot begin. */
export function wrongValues(patient: Patient): Finding[] {
  const tooLong = texts.flatMap((name) =>
    lengthOf(attributes[name], String(patient[name] ?? ''), longestText),
  );
  return [...tooLong, ...returnUrl(patient)];
}

function returnUrl({ returnUrl: address }: Patient): Finding[] {
  if (!address) return [];
  const name = attributes.returnUrl;
  if (!URL.canParse(address, document.baseURI)) return [finding(name, `${name} is no address.`)];
  return lengthOf(name, new URL(address, document.baseURI).href, longestReturnUrl);
}

function lengthOf(name: string, { length }: string, longest: number): Finding[] {
  if (length <= longest) return [];
  return [finding(name, `${name} has ${length} characters; ${longest} is the most.`)];
}

function finding(name: string, message: string): Finding {
  return { code: 'wrong_value', message, fix: `${name}="…"` };
}
