/** A return URL; with its handle it still fits the 2,048 characters that a lender takes. */
export const LONGEST_RETURN_URL = 1_900;

/** Any other text that a page hands to a frame. */
export const LONGEST_TEXT = 4_096;
