import { longestReturnUrl } from '../contract/limits.ts';

/** What a query or fragment says about a person, by a parameter's name or an e-mail's `@`. */
const personal =
  /([?&#])(?:name=|[^?&#=]*(?:mail|phone|mobile|(?:first|middle|last|full|given|family|sur|user)[-_]?name|birth|dob|ssn|address|street|zip|postal|income)[^?&#=]*=|[^?&#]*(?:@|%40))[^&#]*/gi;

/**
 * The page as an address to come back to: it is kept and goes to the lender, so without what it
 * says of a person, and without its query and fragment where they make it too long.
 *
 * @example
 * pageAddress('https://shop.example/pay?order=7&email=a@b.example')
 * => 'https://shop.example/pay?order=7&'
 */
export function pageAddress(href: string): string {
  const address = href.replace(personal, '$1');
  return address.length > longestReturnUrl ? address.replace(/[?#].*/s, '') : address;
}
