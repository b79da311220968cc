/** An application of which what its applicant said was deleted. */
export interface ShreddedApplicantTable {
  application_id: string;
  sponsor_id: string;
  /** Keyed digest of the application and the last four digits, which its links still ask for. */
  ssn_last4_index: string;
  shredded_at: number;
}
