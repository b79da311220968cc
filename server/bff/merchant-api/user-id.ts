/** Of a merchant's user at the lender: as long as an id that the lender gives may be. */
export const maxUserIdLength = 200;
