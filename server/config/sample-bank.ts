import { sampleLender } from '../lending/domain/lender.ts';
import type { MerchantSettings } from './settings-files.ts';

const { name, phone, address, nmls_id } = sampleLender;
const words = [name.replace(' (sandbox)', ''), phone, address];

/** Whether a text names the sandbox's lender, or says how to reach it. */
export function namesSampleBank(text: string): boolean {
  return words.some((word) => text.includes(word));
}

/** Whether any part of a lender's name and contact is the sandbox lender's. */
export function isSampleBank(lender: NonNullable<MerchantSettings['lender']>): boolean {
  return lender.nmls_id === nmls_id || Object.values(lender).some(namesSampleBank);
}
