/**
 * What all screens adopt. Its text does not travel with the screens but with what they stand in, which
 * adopts it as well: the frame's document, or the script that runs the flow inline.
 */
export const sharedSheet = new CSSStyleSheet();
