import { html, nothing, type TemplateResult } from 'lit';

export interface BusyButtonOptions {
  label: unknown;
  onClick: () => void;
  kind?: 'primary' | 'secondary';
  /** Waiting refuses another press; what takes longer also shows it. */
  busy?: 'idle' | 'waiting' | 'slow' | 'asking';
  /** Says more than the label, for people who do not see what is around the button. */
  longLabel?: string;
}

/** A button that keeps its place and its focus while its call is under way. */
export function busyButton(options: BusyButtonOptions): TemplateResult {
  const { label, onClick, kind = 'primary', busy = 'idle', longLabel } = options;
  return html`<button
    type="button"
    class="button ${kind}"
    part="${kind}-button"
    aria-disabled=${busy === 'idle' ? nothing : 'true'}
    aria-label=${longLabel ?? nothing}
    @click=${busy === 'idle' ? onClick : nothing}
  >
    ${busy === 'slow' || busy === 'asking' ? html`<span class="spinner" aria-hidden="true"></span>` : nothing} ${label}
  </button>`;
}
