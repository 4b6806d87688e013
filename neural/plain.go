//go:build !xla && !gomlx

package neural

func newEvaluation(n *Network) (evaluation, error) { return plainEvaluation(n), nil }

func newSteps(n *Network, t *Training, workers int) (steps, error) {
	return newPlainSteps(n, t, workers), nil
}
