/** The longest id of a merchant's user, as the lender may give it. */
export const maxUserIdLength = 200;
