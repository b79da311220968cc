const name = 'soft_pull_resume';

/** A fragment parted into the handle that it carries and what it was without. */
export interface FragmentParts {
  resume: string | null;
  rest: string;
}

/**
 * Finds the handle in a fragment, where it stands alone or at the end of what was there before.
 * @example
 * readFragment('#soft_pull_resume=abc') => { resume: 'abc', rest: '' }
 * readFragment('#/cart?soft_pull_resume=abc') => { resume: 'abc', rest: '#/cart' }
 * readFragment('#/cart?page=2&soft_pull_resume=abc') => { resume: 'abc', rest: '#/cart?page=2' }
 */
export function readFragment(fragment: string): FragmentParts {
  const match = new RegExp(`^(.*?)[#?&]${name}=([^&]*)$`).exec(fragment);
  if (match === null) return { resume: null, rest: fragment };
  const [, rest = '', resume = ''] = match;
  return { resume: decodeHandle(resume), rest };
}

function decodeHandle(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}

let caught: string | null = null;

/**
 * Takes the handle out of the page's address, so that nobody copies it along with the address, and
 * holds it until an element claims it.
 */
export function catchUrlHandle(): void {
  const { resume, rest } = readFragment(location.hash);
  if (rest !== location.hash) {
    history.replaceState(history.state, '', `${location.pathname}${location.search}${rest}`);
  }
  caught = resume ?? caught;
}

/** Hands over what was caught, once. */
export function claimUrlHandle(mayHave: (resume: string) => boolean): string | null {
  if (caught === null || !mayHave(caught)) return null;
  const claimed = caught;
  caught = null;
  return claimed;
}
