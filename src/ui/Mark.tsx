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
      <path d="M2 4h2v7H2zM7 1h2v7H7zM12 4h2v7h-2z" />
      <path
        d="M1 13.6q1.75-1.6 3.5-.3t3.5.3 3.5-.3 3.5.3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
