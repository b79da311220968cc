import type { BureauReport } from '../domain/bureau-report.ts';

export interface SoftInquiry {
  /** The same id again is the same inquiry: one entry at the bureau, the same report. */
  inquiry_id: string;
  /** Tells 1 for an application's first inquiry, more when an earlier one decided nothing. */
  attempt: () => Promise<number>;
  ssn: string;
  date_of_birth: string;
  first_name: string;
  last_name: string;
  address_1: string;
  city: string;
  state: string;
  zip_code: string;
}

/** The bureau answers nothing now. Nothing was decided; the inquiry may be made again. */
export class BureauUnavailableError extends Error {
  override readonly name = 'BureauUnavailableError';
}

/** A consumer reporting agency. */
export interface Bureau {
  /** A soft credit inquiry. Throws a BureauUnavailableError when it cannot be made now. */
  softInquiry(inquiry: SoftInquiry): Promise<BureauReport>;
}
