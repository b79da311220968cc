import type { longestReturnUrl, longestText } from '../../contract/limits.ts';
import type { attributes } from '../checkout-properties.ts';
import type { Finding, Patient } from './finding.ts';

/*
 * Types only: what is shared with the flow comes with Lit, which a page's policy may refuse, and
 * that is one of the things to be found.
 */
const longest: { returnUrl: typeof longestReturnUrl; text: typeof longestText } = {
  returnUrl: 1_900,
  text: 4_096,
};
const names: Pick<typeof attributes, 'amount' | 'orderToken' | 'clientToken' | 'returnUrl'> = {
  amount: 'amount',
  orderToken: 'order-token',
  clientToken: 'client-token',
  returnUrl: 'return-url',
};

/** Names the attributes with which a checkout cannot begin. */
export function wrongValues(patient: Patient): Finding[] {
  const texts = (['amount', 'orderToken', 'clientToken'] as const).flatMap((property) =>
    tooLong(names[property], String(patient[property] ?? ''), longest.text),
  );
  return [...texts, ...returnUrl(patient), ...sharedIds()];
}

/** An element finds its checkout again by its id. */
function sharedIds(): Finding[] {
  const ids = [...document.querySelectorAll('soft-pull-checkout[id]')].map(({ id }) => id);
  const shared = new Set(ids.filter((id, index) => id !== '' && ids.indexOf(id) !== index));
  return [...shared].map((id) =>
    finding(
      'id',
      `Two elements have the id ${id}; once the page is reloaded they show one checkout.`,
    ),
  );
}

function returnUrl({ returnUrl: address }: Patient): Finding[] {
  if (!address) return [];
  const name = names.returnUrl;
  if (!URL.canParse(address, document.baseURI)) return [finding(name, `${name} is no address.`)];
  return tooLong(name, new URL(address, document.baseURI).href, longest.returnUrl);
}

function tooLong(name: string, { length }: string, most: number): Finding[] {
  if (length <= most) return [];
  return [finding(name, `${name} has ${length} characters; ${most} is the most.`)];
}

function finding(name: string, message: string): Finding {
  return { code: 'wrong_value', message, fix: `${name}="…"` };
}
