//go:build !xla && !(amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x || wasm)

package neural

// backendConfig names no backend: GoMLX needs integers of 64 bits.
const backendConfig = ""
