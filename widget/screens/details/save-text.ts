/** Long enough for a browser that begins to read the file only after the click. */
const readWithinMs = 10_000;

/** Hands the reader a text as a file of their own. */
export function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs);
}
