/** Something that whoever runs the service can mend: they read its message, in one line, and no stack. */
export abstract class OperatorError extends Error {}
