import type { Widened } from '../../documents/strings/en.ts';
import { application } from './en/application.ts';
import { loan } from './en/loan.ts';
import { merchant } from './en/merchant.ts';
import { shared } from './en/shared.ts';

/** The hosted pages in English. What a document says is in `documents/strings/`. */
export const en = { ...shared, ...application, ...loan, ...merchant } as const;

/** Every word of the hosted pages that is neither a document's nor a regulated text. */
export type PageStrings = Widened<typeof en>;

export type ApplyStrings = PageStrings['apply'];
