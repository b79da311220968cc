/** Kinds of due work of an application; the key is its id. */
export const SOFT_PULL = 'soft_pull';
export const OFFERS_EXPIRY = 'application_offers_expiry';
export const REVIEW_EXPIRY = 'application_review_expiry';
export const SUSPENSION = 'application_suspension';
