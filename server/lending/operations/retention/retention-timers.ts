/** Kind of due work that finds what is due to be shredded; the key is a merchant's id. */
export const RETENTION_SWEEP = 'retention_sweep';
/** Kind of due work that seals texts stored before they were; the key is the sponsor's id. */
export const SEAL_STORED_TEXTS = 'seal_stored_texts';
/** Kind of due work that deletes evidence when its time is over; the key is the application's id. */
export const EVIDENCE_END = 'evidence_end';
/** Kind of due work that shreds what an applicant said; the key is the application's id. */
export const APPLICANT_SHRED = 'applicant_shred';
