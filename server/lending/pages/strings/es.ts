import type { PageStrings } from './en.ts';
import { application } from './es/application.ts';
import { loan } from './es/loan.ts';
import { merchant } from './es/merchant.ts';
import { shared } from './es/shared.ts';

/** The hosted pages in Spanish. What a document says is in `documents/strings/`. */
export const es: PageStrings = { ...shared, ...application, ...loan, ...merchant };
