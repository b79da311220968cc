/** Kind of due work of a notice, which is mailed if it has not left by then; the key is its id. */
export const NOTICE_LETTER = 'notice_letter';
