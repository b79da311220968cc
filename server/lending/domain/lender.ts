import type { Lender } from '../../lending-api/soft-pull.ts';

/**
 * The creditor as every notice names it (server/lending/DECISIONS.md, Readings that may be wrong).
 */
export interface LenderDetails {
  name: string;
  nmls_id: string;
  phone: string;
  address: string;
  /** The federal agency of its ECOA notice. */
  agency_name: string;
  agency_address: string;
}

/** The sandbox's lender. The number is of the range kept for fiction. */
export const sampleLender: LenderDetails = {
  name: 'Sample Lending Bank (sandbox)',
  nmls_id: '000000',
  phone: '1-800-555-0142',
  address: '100 Sample Plaza, Columbus, OH 43215',
  agency_name:
    'Federal Deposit Insurance Corporation, Division of Depositor and Consumer Protection',
  agency_address: '1100 Walnut Street, Box #11, Kansas City, MO 64106',
};

/** The lender as the API names it. */
export const apiLender: Lender = {
  name: sampleLender.name,
  nmls_id: sampleLender.nmls_id,
  phone: sampleLender.phone,
  address: sampleLender.address,
};
