export interface Letter {
  /** The same id again is the same letter. */
  id: string;
  /** Name and address, line by line. */
  recipient: readonly string[];
  text: string;
}

/** Prints and mails letters. */
export interface PostalMail {
  post(letter: Letter): Promise<'posted' | 'failed'>;
}

export const sandboxPostalMail: PostalMail = { post: async () => 'posted' };
