/** The type of a translation: the same keys, any text. */
export type Widened<Text> = Text extends string
  ? string
  : Text extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };
