/** The product's mark, a gate over flowing water, in the colour of the text around it. */
export function Mark({ size = 24, title }: { size?: number; title?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="currentColor"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d="M2.5 4h1q.5 0 .5.5v6q0 .5-.5.5h-1q-.5 0-.5-.5v-6q0-.5.5-.5M7.5 1h1q.5 0 .5.5v6q0 .5-.5.5h-1q-.5 0-.5-.5v-6q0-.5.5-.5M12.5 4h1q.5 0 .5.5v6q0 .5-.5.5h-1q-.5 0-.5-.5v-6q0-.5.5-.5" />
      <path
        d="M1.2 13.9c1.7 0 1.7-1 3.4-1s1.7 1 3.4 1 1.7-1 3.4-1 1.7 1 3.4 1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
